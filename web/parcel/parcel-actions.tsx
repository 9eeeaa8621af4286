// The row of buttons for the parcel in the panel: center, copy link, save.
import { Bookmark, Check, Crosshair, Link, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { LngLat } from '../../geo/geometry.ts';
import { mapsLink, useCopyLink } from './copy-link.ts';

type ParcelActionsProps = {
  /** Null where it is not known: then there is nothing to center on or to link to. */
  centroid: LngLat | null;
  canSave: boolean;
  isSaving: boolean;
  onCenter: (centroid: LngLat) => void;
  onSave: () => void;
};

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const copyLooks = {
  idle: { label: 'Copy maps link', picture: <Link {...icon} />, announcement: '' },
  copied: { label: 'Link copied', picture: <Check {...icon} />, announcement: 'Link copied' },
  failed: { label: 'Not copied', picture: <X {...icon} />, announcement: 'The link could not be copied' },
};

export function ParcelActions({ centroid, canSave, isSaving, onCenter, onSave }: ParcelActionsProps) {
  const { shown, copy } = useCopyLink();
  const look = copyLooks[shown];
  return (
    <div className="parcel-actions">
      <Action
        name="Center on parcel"
        label="Center on parcel"
        disabled={!centroid}
        onClick={() => centroid && onCenter(centroid)}
      >
        <Crosshair {...icon} />
      </Action>
      <Action
        name="Copy maps link"
        label={look.label}
        data-copy={shown}
        disabled={!centroid}
        onClick={() => centroid && copy(mapsLink(centroid))}
      >
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
        {look.announcement}
      </span>
    </div>
  );
}

type ActionProps = ComponentProps<'button'> & {
  /** The accessible name. It stays the same while the visible label changes. */
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
