// One download of a set at a time: its progress, stopping it, and how it ended.
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { CallFailure, downloadFromServer } from '../call-server.ts';
import { chooseTarget, type WantedFile } from '../save-target.ts';

export type DownloadState =
  | { status: 'idle' }
  | { status: 'running'; name: string; count: number; bytes: number }
  | { status: 'done'; fileName: string; bytes: number }
  | { status: 'stopped' }
  | { status: 'failed'; message: string };

type Wanted = {
  file: WantedFile;
  /** Of parcels. */
  count: number;
  path: string;
  body: object;
};

export function useDownload() {
  const [download, setDownload] = useState<DownloadState>({ status: 'idle' });
  const aborting = useRef<AbortController>(undefined);
  // A panel that is closed ends its download: nobody could stop it any more.
  useEffect(() => () => aborting.current?.abort(), []);

  const start = async ({ file, count, path, body }: Wanted) => {
    aborting.current = new AbortController();
    const { signal } = aborting.current;
    // First, because browsers ask for a place only right after a press.
    const target = await chooseTarget(file);
    if (!target) return;
    setDownload({ status: 'running', name: file.name, count, bytes: 0 });
    try {
      let bytes = 0;
      const answer = await downloadFromServer({
        path,
        body,
        signal,
        onChunk: async (chunk) => {
          bytes += chunk.byteLength;
          await target.write(chunk);
          setDownload({ status: 'running', name: file.name, count, bytes });
        },
      });
      const fileName = await target.save(answer.fileName);
      setDownload({ status: 'done', fileName, bytes });
    } catch (error) {
      await target.discard();
      if (signal.aborted) return setDownload({ status: 'stopped' });
      const message = error instanceof CallFailure ? error.message : messages.serverUnreachable;
      setDownload({ status: 'failed', message: `Not downloaded: ${message}` });
    }
  };
  return {
    download,
    start,
    stop: () => aborting.current?.abort(),
    dismiss: () => setDownload({ status: 'idle' }),
  };
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'];

/** Decimal, as browsers and file managers count. */
export function sizeInWords(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const amount = bytes / 1000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step]}`;
}
