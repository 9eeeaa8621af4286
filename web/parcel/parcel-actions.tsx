// What can be done with the parcel in view, in one row.
import { Bookmark, Check, Crosshair, Link, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useCopied } from './use-copied.ts';

type ParcelActionsProps = {
  link: string;
  canSave: boolean;
  isSaving: boolean;
  onCenter: () => void;
  onSave: () => void;
};

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const copyLooks = {
  idle: { label: 'Copy maps link', picture: <Link {...icon} />, spoken: '' },
  copied: { label: 'Link copied', picture: <Check {...icon} />, spoken: 'Link copied' },
  failed: { label: 'Not copied', picture: <X {...icon} />, spoken: 'The link could not be copied' },
};

export function ParcelActions({ link, canSave, isSaving, onCenter, onSave }: ParcelActionsProps) {
  const { shown, copy } = useCopied();
  const look = copyLooks[shown];
  return (
    <div className="parcel-actions">
      <Action name="Center on parcel" label="Center on parcel" onClick={onCenter}>
        <Crosshair {...icon} />
      </Action>
      <Action name="Copy maps link" label={look.label} data-copy={shown} onClick={() => copy(link)}>
        {look.picture}
      </Action>
      <Action
        name="Save parcel"
        label="Save parcel"
        disabled={!canSave}
        aria-busy={isSaving}
        onClick={onSave}
      >
        <Bookmark {...icon} />
      </Action>
      <span role="status" className="sr-only">
        {look.spoken}
      </span>
    </div>
  );
}

type ActionProps = ComponentProps<'button'> & {
  /** Stays, whatever the label says of the last press. */
  name: string;
  label: string;
  children: ReactNode;
};

function Action({ name, label, children, ...button }: ActionProps) {
  return (
    <button {...button} type="button" aria-label={name} className="parcel-action">
      {children}
      <span>{label}</span>
    </button>
  );
}
