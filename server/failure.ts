// An expected failure: a status and the words that a person may read. Anything else that is thrown is a fault.

export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
