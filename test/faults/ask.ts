// One request over a real connection, with exactly the path, headers and body that are given.
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Question = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  timeoutMs?: number;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

export function ask({
  port,
  agent,
  method = 'GET',
  path,
  headers = {},
  body,
  timeoutMs = 60_000,
}: Question & { port: number; agent?: Agent }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers,
        timeout: timeoutMs,
        ...(agent && { agent }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            // Decoded only where a test reads it: of a tile that would take longer than the request.
            get body() {
              return Buffer.concat(chunks).toString('utf8');
            },
          }),
        );
      },
    );
    asked.once('timeout', () => asked.destroy(new Error(`No answer to ${method} ${path.slice(0, 80)}`)));
    asked.once('error', reject);
    asked.end(body);
  });
}
