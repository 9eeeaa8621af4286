// What carries a message to a person, and how it fails.

export type MailMessage = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Resolves when the message has been accepted for delivery; rejects with MailFailed where it cannot be. */
  send(message: MailMessage): Promise<void>;
};

/** The message was not sent, and trying again at once would not help. The cause is for the log, not for people. */
export class MailFailed extends Error {
  override name = 'MailFailed';

  constructor(cause: unknown) {
    super('The mail server did not accept the message.', { cause });
  }
}
