// Downloads from servers that break, cut, lie and change, on loopback.

import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { download } from './download.ts';
import type { StepProgress } from './layer.ts';

const content = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));

let folder: string;
let address: string;
let requests: IncomingMessage[];
let pauses: number[];
let hangUp: (received: number) => void;
/** One for each request in turn; the last one stays. */
let handlers: ((request: IncomingMessage, response: ServerResponse) => void)[];
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-download-'));
  requests = [];
  pauses = [];
  hangUp = () => {};
  handlers = [whole()];
  server = createServer((request, response) => {
    requests.push(request);
    const handler = handlers.length > 1 ? handlers.shift()! : handlers[0]!;
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

type Handler = (typeof handlers)[number];

/** A server as it should be: ranges, validators, 304. */
function whole(o: { etag?: string; body?: Buffer; headers?: Record<string, string> } = {}): Handler {
  const { etag = '"v1"', body = content, headers = {} } = o;
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    const [, from] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    const isRange = from !== undefined && request.headers['if-range'] === etag;
    const part = isRange ? body.subarray(Number(from)) : body;
    response.writeHead(isRange ? 206 : 200, {
      etag,
      'content-length': part.length,
      ...(isRange && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
      ...headers,
    });
    response.end(part);
  };
}

/** Announces the whole file, sends a part, and hangs up when that has arrived. */
function cutAfter(bytes: number, etag = '"v1"'): Handler {
  return (request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': content.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    response.write(content.subarray(from, from + bytes));
    hangUp = (received) => received >= from + bytes && response.destroy();
  };
}

const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(code, headers).end('no');

function fetchFile(o: { path?: string; onProgress?: (p: StepProgress) => void; signal?: AbortSignal } = {}) {
  return download({
    url: address + (o.path ?? '/parcels.zip'),
    folder,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    onProgress: (progress) => {
      o.onProgress?.(progress);
      hangUp(progress.done);
    },
    ...(o.signal && { signal: o.signal }),
  });
}

describe('a download', () => {
  test('arrives whole, under a name that shows its format, with progress to the last byte', async () => {
    const progress: StepProgress[] = [];
    const { path } = await fetchFile({ onProgress: (step) => progress.push(step) });
    expect(content.equals(await readFile(path))).toBe(true);
    expect(basename(path)).toMatch(/^[0-9a-f]{8}-parcels\.zip$/);
    expect(progress.at(-1)).toEqual({
      stage: 'Downloading',
      done: content.length,
      total: content.length,
      unit: 'bytes',
    });
    expect((await readdir(folder)).some((name) => name.endsWith('.part'))).toBe(false);
  });

  test.each([
    [
      'the server names the file',
      '/get?id=7',
      { 'content-disposition': 'attachment; filename="Tax Parcels.gpkg"' },
      'Tax-Parcels.gpkg',
    ],
    [
      'the server names it in UTF-8',
      '/get',
      { 'content-disposition': "attachment; filename*=UTF-8''a%20b.fgb" },
      'a-b.fgb',
    ],
    [
      'only the type of the content tells',
      '/items/42/data',
      { 'content-type': 'application/geo+json; charset=utf-8' },
      'data.geojson',
    ],
    ['the query tells', '/download?format=geojson', {}, 'download.geojson'],
    [
      'the name wants out of the folder',
      '/x',
      { 'content-disposition': 'attachment; filename="../../evil.zip"' },
      'evil.zip',
    ],
    ['the file is compressed twice', '/p.geojson.gz', {}, 'p.geojson.gz'],
  ])('keeps its format in its name where %s', async (_case, path, headers, expected) => {
    handlers = [whole({ headers })];
    const file = (await fetchFile({ path })).path;
    expect(basename(file).slice(9)).toBe(expected);
    expect(file.startsWith(folder)).toBe(true);
  });

  test('arrives whole where the system writes less than it is given, also behind what is there', async () => {
    const probe = await open(join(folder, 'probe'), 'w');
    const prototype = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const write = prototype.write as (...args: unknown[]) => ReturnType<FileHandle['write']>;
    const half = vi.spyOn(prototype, 'write').mockImplementation(function (
      this: FileHandle,
      bytes: Uint8Array,
      offset = 0,
      length = bytes.length,
      position = null,
    ) {
      return write.call(this, bytes, offset, Math.ceil(length / 2), position);
    } as FileHandle['write']);
    handlers = [cutAfter(70_000), whole()];
    const { path } = await fetchFile();
    expect(half.mock.calls.length).toBeGreaterThan(2);
    half.mockRestore();
    expect(content.equals(await readFile(path))).toBe(true);
  });

  test('goes on where the connection broke, again and again', async () => {
    handlers = [cutAfter(50_000), cutAfter(30_000), whole()];
    const { path } = await fetchFile();
    expect(content.equals(await readFile(path))).toBe(true);
    expect(requests.length).toBe(3);
    expect(requests[1]!.headers['if-range']).toBe('"v1"');
    expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=50000-', 'bytes=80000-']);
  });

  test('goes on in a later run, as after a kill', async () => {
    handlers = [cutAfter(50_000), status(503)];
    await expect(fetchFile()).rejects.toThrow(/in 6 tries.*goes on where it stopped/);
    handlers = [whole()];
    requests = [];
    const { path } = await fetchFile();
    expect(content.equals(await readFile(path))).toBe(true);
    expect(requests.length).toBe(1);
    expect(requests[0]!.headers.range).toBe('bytes=50000-');
  });

  test('starts over where the file has changed since', async () => {
    const newer = Buffer.from(content).reverse();
    handlers = [cutAfter(50_000), whole({ etag: '"v2"', body: newer })];
    expect(newer.equals(await readFile((await fetchFile()).path))).toBe(true);
  });

  test('starts over where the server does not know ranges', async () => {
    const ignorant: Handler = (_request, response) =>
      void response.writeHead(200, { etag: '"v1"', 'content-length': content.length }).end(content);
    handlers = [cutAfter(50_000), ignorant];
    expect(content.equals(await readFile((await fetchFile()).path))).toBe(true);
  });

  test('is not given up while every try brings more, and is where each starts over in vain', async () => {
    handlers = [...Array.from({ length: 10 }, () => cutAfter(10_000)), whole()];
    expect(content.equals(await readFile((await fetchFile()).path))).toBe(true);
    requests = [];
    // A weak validator: nothing can be added to what is there.
    handlers = [cutAfter(50_000, 'W/"v2"')];
    await expect(fetchFile({ path: '/other.zip' })).rejects.toThrow('could not be downloaded in 6 tries');
    expect(requests.length).toBe(6);
  });

  test('is not fetched again while the server says that it is the same', async () => {
    const first = await fetchFile();
    const second = await fetchFile();
    expect(second).toEqual(first);
    expect(requests[1]!.headers['if-none-match']).toBe('"v1"');
    handlers = [whole({ etag: '"v2"', body: Buffer.from('newer') })];
    expect(await readFile((await fetchFile()).path, 'utf8')).toBe('newer');
  });

  test('is fetched again where the file on disk is gone or short', async () => {
    const { path } = await fetchFile();
    await writeFile(path, 'short');
    expect(content.equals(await readFile((await fetchFile()).path))).toBe(true);
  });

  test('begins anew where the server cannot go on from the end of a part', async () => {
    const wrongPart = status(206, { 'content-range': 'bytes 7-8/9' });
    handlers = [cutAfter(50_000), wrongPart, whole()];
    expect(content.equals(await readFile((await fetchFile()).path))).toBe(true);
    expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=50000-', undefined]);
  });

  test('is as old as the server says, and of no known time where it says nothing', async () => {
    handlers = [whole({ headers: { 'last-modified': 'Tue, 03 Mar 2020 12:00:00 GMT' } })];
    expect((await stat((await fetchFile()).path)).mtime.toISOString()).toBe('2020-03-03T12:00:00.000Z');
    handlers = [whole()];
    expect((await stat((await fetchFile({ path: '/b.zip' })).path)).mtime.getTime()).toBe(0);
  });

  test('waits as long as a busy server asks, and longer after each failure', async () => {
    handlers = [status(429, { 'retry-after': '7' }), status(500), status(425), whole()];
    await fetchFile();
    expect(pauses).toEqual([7000, 2000, 4000]);
  });

  test('follows redirects', async () => {
    handlers = [status(302, { location: '/real/parcels.fgb' }), whole()];
    expect(basename((await fetchFile({ path: '/latest' })).path)).toMatch(/-parcels\.fgb$/);
    expect(requests[1]!.url).toBe('/real/parcels.fgb');
  });

  test('ends with the reason when it is aborted in a pause', async () => {
    handlers = [status(503)];
    const controller = new AbortController();
    const run = download({ url: `${address}/parcels.zip`, folder, signal: controller.signal });
    await eventually(() => expect(requests.length).toBe(1));
    controller.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
  });

  test('ends when it is aborted', async () => {
    const controller = new AbortController();
    handlers = [(_request, response) => void response.writeHead(200, { 'content-length': 10 }).write('abc')];
    const run = fetchFile({
      signal: controller.signal,
      onProgress: ({ done }) => done > 0 && controller.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
    expect(requests.length).toBe(1);
  });
});

describe('one sentence says what is wrong and what to do', () => {
  const html = '<!DOCTYPE html><title>Sign in</title>';
  test.each<[string, Handler, RegExp]>([
    [
      'a web page',
      whole({ body: Buffer.from(html), headers: { 'content-type': 'text/html' } }),
      /answers with a web page.*copy the address/,
    ],
    [
      'a web page that claims to be a file',
      whole({ body: Buffer.from(html), headers: { 'content-type': 'application/zip' } }),
      /answers with a web page/,
    ],
    ['404', status(404), /nothing at http.*404.*check the address/],
    ['401', status(401), /without signing in.*401/],
    ['403', status(403), /without signing in.*403/],
    ['400', status(400), /cannot be downloaded.*400/],
    [
      '500 for ever',
      status(500),
      /could not be downloaded in 6 tries \(the server answered 500\): check the address/,
    ],
    ['a connection that always breaks', (request) => void request.socket.destroy(), /in 6 tries/],
    ['nothing', whole({ body: Buffer.alloc(0) }), /is an empty file/],
    ['a redirect to itself', status(302, { location: '/parcels.zip' }), /without end/],
    [
      'a redirect to a file of this machine',
      status(302, { location: 'file:///etc/passwd' }),
      /leads to "file:\/\/\/etc\/passwd", which is not an http or https address: open it in a browser/,
    ],
  ])('when the server answers with %s', async (_case, handler, sentence) => {
    handlers = [handler];
    const failure = await fetchFile({ path: '/parcels.zip?key=sesame' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'OperatorError', message: expect.stringMatching(sentence) });
    expect((failure as Error).message).not.toContain('sesame');
    expect((failure as Error).message).not.toContain('\n');
  });

  test.each<[string, Handler, RegExp]>([
    [
      'a redirect to nowhere',
      status(302, { location: 'http://[' }),
      /leads to "http:\/\/\[", which is not an http/,
    ],
    [
      'a file that is called compressed and is not',
      whole({ headers: { 'content-encoding': 'gzip' } }),
      /says that the file is compressed on its way, and it is not: .*curl.*import it from disk\.$/,
    ],
    ['409', status(409), /cannot be downloaded.*409/],
    ['416', status(416), /cannot be downloaded.*416/],
    ['a part that was not asked for', status(206, { 'content-range': 'bytes 5-6/9' }), /another part/],
    [
      'something that is not HTTP',
      (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
      /does not answer as a web server does/,
    ],
  ])('at once, when no other try can help: %s', async (_case, handler, sentence) => {
    handlers = [handler];
    await expect(fetchFile()).rejects.toThrow(sentence);
    expect(requests.length).toBe(1);
    expect(pauses).toEqual([]);
  });

  test('[SEC-13] when it is larger than parcels are, or would fill the disk', async () => {
    const limited = (bytes: number, leftFreeBytes: number) =>
      download({ url: `${address}/parcels.zip`, folder, limits: { bytes, leftFreeBytes } });
    await expect(limited(100_000, 0)).rejects.toThrow(
      /parcels\.zip has 0\.2 MB or more, far more than parcels need/,
    );
    await expect(limited(1e9, 1e18)).rejects.toThrow(
      /needs 0\.2 MB more, but .* [MG]B free, of which .* GB are kept/,
    );
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    // Without a length, which is known only as it arrives.
    const endless: Handler = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1e6)));
      };
      response.writeHead(200, { 'content-type': 'application/zip' }).on('drain', more);
      more();
    };
    handlers = [endless];
    await expect(limited(100e6, 0)).rejects.toThrow(/has 1\d\d MB or more/);
    const [part] = (await readdir(folder)).filter((name) => name.endsWith('.part'));
    expect((await stat(join(folder, part!))).size).toBe(0);
  });

  test('at once, when https is asked of a server without it, or a password is in the address', async () => {
    const run = (url: string) => download({ url, folder, pause: async (ms) => void pauses.push(ms) });
    await expect(run(`${address.replace('http', 'https')}/a.zip`)).rejects.toThrow('does not speak https');
    const withPassword = run(`${address.replace('//', '//me:secret@')}/a.zip`).catch(
      ({ message }) => message,
    );
    expect(await withPassword).toMatch(/has a name or a password in it/);
    expect(await withPassword).not.toContain('secret');
    expect(pauses).toEqual([]);
  });

  test('when the address is none', async () => {
    const run = download({ url: 'ftp://example.com/x.zip', folder });
    await expect(run).rejects.toThrow('not an address that Platbook can download');
  });

  test('when the folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    const run = download({ url: `${address}/parcels.zip`, folder: join(folder, 'file') });
    await expect(run).rejects.toThrow(/could not be saved \(a file is in the place of the folder\)/);
  });
});
