// An HTTP client for load that costs a fraction of Node's own, which would be at its end before the server is. It reads as
// much of an answer as a load needs: status, Retry-After and where it ends.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Question } from './ask.ts';

export type LightAnswer = { status: number; retryAfter: boolean; beginning: string };

type Pending = { resolve(answer: LightAnswer): void; reject(error: Error): void };

export class LightClient {
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();

  constructor(port: number) {
    this.#port = port;
  }

  /** A few at a time: the server's queue of new connections is short. */
  async open(count: number): Promise<void> {
    while (this.#open.size < count) {
      const some = Array.from({ length: Math.min(100, count - this.#open.size) }, () => this.#connect());
      await Promise.all(some.map((connection) => connection.opened));
      this.#idle.push(...some);
    }
  }

  /** Over a connection that is kept open, or a new one. */
  ask(question: Question): Promise<LightAnswer> {
    // The one that has been idle longest: the server closes a connection that sends nothing for ten seconds.
    const connection = this.#idle.shift() ?? this.#connect();
    return new Promise((resolve, reject) => connection.send(written(question), { resolve, reject }));
  }

  #connect(): Connection {
    const connection = new Connection(connect({ host: '127.0.0.1', port: this.#port, noDelay: true }), {
      onFree: () => this.#idle.push(connection),
      onClosed: () => {
        this.#open.delete(connection);
        const at = this.#idle.indexOf(connection);
        if (at !== -1) this.#idle.splice(at, 1);
      },
    });
    this.#open.add(connection);
    return connection;
  }

  /** What is under way fails. */
  hangUp(): void {
    for (const connection of this.#open) connection.destroy();
  }
}

function written({ method = 'GET', path, headers = {}, body = '' }: Question): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n${body}`;
}

const HEAD_END = Buffer.from('\r\n\r\n');

class Connection {
  readonly opened: Promise<unknown>;
  readonly #socket: Socket;
  readonly #onFree: () => void;
  #pending: Pending | undefined;
  #head: Buffer | undefined;
  #answer: LightAnswer | undefined;
  #bytesLeft = 0;
  #closesAfter = false;

  constructor(socket: Socket, { onFree, onClosed }: { onFree(): void; onClosed(): void }) {
    this.#socket = socket;
    this.opened = once(socket, 'connect');
    // The caller that awaits it gets the error. A request over this connection fails with an error of its own.
    this.opened.catch(() => {});
    this.#onFree = onFree;
    let reason = 'The server hung up.';
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => {
      onClosed();
      this.#pending?.reject(new Error(reason));
    });
  }

  send(text: string, pending: Pending): void {
    this.#pending = pending;
    this.#socket.write(text);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (!this.#pending) {
      // The server has waited long enough for a request, and says so (408).
      this.#socket.destroy();
      return;
    }
    if (this.#answer) {
      this.#take(chunk.length);
      return;
    }
    const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
    const end = head.indexOf(HEAD_END);
    if (end === -1) {
      this.#head = head;
      return;
    }
    this.#head = undefined;
    const text = head.toString('latin1', 0, end);
    const status = Number(text.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined && status !== 204 && status !== 304) {
      this.#socket.destroy(new Error(`An answer without a length: ${text}`));
      return;
    }
    const bodyAt = end + HEAD_END.length;
    this.#answer = {
      status,
      retryAfter: /\r\nretry-after: \d/i.test(text),
      beginning: head.toString('utf8', bodyAt, bodyAt + 100),
    };
    this.#closesAfter = /\r\nconnection: close/i.test(text);
    this.#bytesLeft = Number(length ?? 0);
    this.#take(head.length - bodyAt);
  }

  #take(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft > 0) return;
    const [pending, answer] = [this.#pending!, this.#answer!];
    this.#pending = undefined;
    this.#answer = undefined;
    if (this.#closesAfter) this.#socket.destroy();
    else this.#onFree();
    pending.resolve(answer);
  }
}
