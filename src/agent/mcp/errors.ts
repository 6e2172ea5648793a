/** The call has not reached the server: nothing was done. */
export class NotThere extends Error {}

/** The server has answered that it will not do it. */
export class Refused extends Error {}

/** The call was made, and no answer came: nobody knows what it did. `hasEnded`: nor will one come. */
export class NoAnswer extends Error {
  readonly hasEnded: boolean;

  constructor(message: string, hasEnded: boolean) {
    super(message);
    this.hasEnded = hasEnded;
  }
}
