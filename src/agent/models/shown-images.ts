import type { Image, ModelMessage, Text } from '../model.ts';

/** In base64, in one request: Google takes 20 MB of everything, Anthropic 32. */
export const MOST_SHOWN = 15 * 1024 * 1024;
/** Anthropic takes a hundred. */
const MOST_IMAGES = 90;

const IMAGES = String.raw`\b(image|images|image_url|vision|multimodal|multi-modal|mmproj)\b`;
const NOT = String.raw`\b(not|no|only|at most 0|unsupported|cannot|doesn't|missing|invalid|unknown)\b`;
const NO_IMAGES = new RegExp(`${IMAGES}[^]*${NOT}|${NOT}[^]*${IMAGES}`, 'i');

export const hasImages = (messages: readonly ModelMessage[]): boolean =>
  messages.some(({ role, content }) => role === 'user' && content.some(({ type }) => type === 'image'));

/** Whether the provider says so: nobody else knows which models see. */
export const cannotSee = (error: string): boolean => NO_IMAGES.test(error);

/** The latest images, as many as are taken; in place of the others a word. `most`: in base64 characters. */
export function showImages(messages: readonly ModelMessage[], most = MOST_SHOWN): readonly ModelMessage[] {
  const why = most === 0 ? 'it cannot be shown to you' : 'it is too long ago to be shown again';
  let left = most;
  let count = 0;
  const show = (part: Text | Image): Text | Image => {
    if (part.type !== 'image') return part;
    left -= part.data.length;
    count += 1;
    if (left >= 0 && count <= MOST_IMAGES) return part;
    return { type: 'text', text: `[an image (${part.mediaType}) was here; ${why}]` };
  };
  const shown = messages.toReversed().map((message) => {
    if (message.role !== 'user') return message;
    return { ...message, content: message.content.toReversed().map(show).toReversed() };
  });
  return shown.reverse();
}
