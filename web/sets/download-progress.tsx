// How far a download is, with a way to stop it; then how it ended.
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { parcelsInWords } from '../set-words.ts';
import { type DownloadState, sizeInWords } from './use-download.ts';

type DownloadProgressProps = { download: DownloadState; onStop: () => void; onDismiss: () => void };

export function DownloadProgress({ download, onStop, onDismiss }: DownloadProgressProps) {
  const isRunning = download.status === 'running';
  const dismiss = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes: the keyboard goes on in its panel.
    currentTarget.closest('section')?.focus();
    onDismiss();
  };
  return (
    <div className="set-download" data-status={download.status}>
      {/* In the document before its text, or screen readers stay silent. */}
      <p role="status">{textOf(download)}</p>
      {isRunning && (
        <>
          {/* The bytes grow too often to be announced. */}
          <span aria-hidden="true">{sizeInWords(download.bytes)}</span>
          <progress aria-label="Download" />
        </>
      )}
      {/* One button, so that it keeps the focus. */}
      {download.status !== 'idle' && (
        <button
          type="button"
          aria-label={isRunning ? undefined : 'Dismiss'}
          className="set-door"
          onClick={isRunning ? onStop : dismiss}
        >
          {isRunning ? 'Stop' : <X size={14} aria-hidden="true" />}
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
