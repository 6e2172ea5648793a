import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { imageTypeOf, MOST_IMAGE_BYTES } from '../../base/image.ts';
import type { Image } from '../model.ts';
import type { Outcome } from '../tool.ts';

export type Showing = {
  /** Of one result; more is cut in the middle. */
  readonly characters: number;
  redact(text: string, isOpen: boolean): string;
};

/** No more is looked at: secrets are looked for in all that is shown. */
const MOST_CHARACTERS = 2_000_000;
const MOST_IMAGES = 10;

/** What a server answered, as the model sees it. */
export function toOutcome(result: CallToolResult, showing: Showing): Outcome {
  const { content = [], structuredContent, isError = false } = result;
  const parts = content.map(toPart);
  const images = parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
  const texts = parts.filter((part) => typeof part === 'string');
  const all =
    images.length > MOST_IMAGES
      ? [...texts, `[Only ${MOST_IMAGES} of ${images.length} images are shown.]`]
      : texts;
  // Some servers say it only there.
  if (content.length === 0 && structuredContent !== undefined) all.push(JSON.stringify(structuredContent));
  const output = cut(all.join('\n'), showing);
  const shown = images.slice(0, MOST_IMAGES);
  return {
    output: output === '' && shown.length === 0 ? '(no output)' : output,
    isError,
    ...(shown.length > 0 && { images: shown }),
  };
}

function toPart(part: ContentBlock): string | Image {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return toImage(part.data, part.mimeType);
    case 'audio':
      return `[audio, ${part.mimeType}, not heard]`;
    case 'resource_link':
      return `${part.name}: ${part.uri}`;
    case 'resource': {
      const { resource } = part;
      if ('text' in resource) return `${resource.uri}:\n${resource.text}`;
      return resource.mimeType?.startsWith('image/')
        ? toImage(resource.blob, resource.mimeType)
        : `[${resource.uri}, ${resource.mimeType ?? 'bytes'}, not shown]`;
    }
    default:
      return '[something that is not shown]';
  }
}

/** By what it is, not by what the server calls it. */
function toImage(data: string, named: string): string | Image {
  const bytes = Buffer.from(data, 'base64');
  const mediaType = imageTypeOf(bytes);
  if (mediaType === undefined) return `[${named} of ${bytes.length} bytes, which models do not see]`;
  if (bytes.length > MOST_IMAGE_BYTES) return `[an image of ${bytes.length} bytes, too large to be shown]`;
  return { type: 'image', mediaType, data: bytes.toString('base64') };
}

function cut(text: string, { characters, redact }: Showing): string {
  const clean = redact(text.slice(0, MOST_CHARACTERS), text.length > MOST_CHARACTERS);
  if (clean.length <= characters) return clean;
  const half = Math.floor(characters / 2);
  const left = text.length - 2 * half;
  return `${clean.slice(0, half)}\n[… about ${left} characters of this result are left out; ask for less at a time …]\n${clean.slice(-half)}`;
}
