// How far a download is, with a way to stop it; then how it ended.
import { X } from 'lucide-react';
import { parcelsInWords } from '../set-words.ts';
import { type DownloadState, sizeInWords } from './use-download.ts';

type DownloadProgressProps = { download: DownloadState; onStop: () => void; onDismiss: () => void };

export function DownloadProgress({ download, onStop, onDismiss }: DownloadProgressProps) {
  const isRunning = download.status === 'running';
  return (
    <div className="set-download" data-status={download.status}>
      {/* In the document before its text, or screen readers stay silent. */}
      <p role="status">{textOf(download)}</p>
      {isRunning && (
        <>
          {/* The bytes grow too often to be announced. */}
          <span aria-hidden="true">{sizeInWords(download.bytes)}</span>
          <progress aria-label="Download" />
          <button type="button" className="set-door" onClick={onStop}>
            Stop
          </button>
        </>
      )}
      {download.status !== 'idle' && !isRunning && (
        <button type="button" aria-label="Dismiss" className="set-door" onClick={onDismiss}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function textOf(download: DownloadState): string {
  switch (download.status) {
    case 'idle':
      return '';
    case 'running':
      return `${download.name} of ${parcelsInWords(download.count)}`;
    case 'done':
      return `Saved as ${download.fileName}, ${sizeInWords(download.bytes)}`;
    case 'stopped':
      return 'The download was stopped. Nothing was saved.';
    case 'failed':
      return download.message;
  }
}
