/** Why a call was not carried out that waited too long for a person. The model is told; the chat knows it by this. */
export const NOBODY_ANSWERED = 'Nobody has answered in time whether this may be done.';
