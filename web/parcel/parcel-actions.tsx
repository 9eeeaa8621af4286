// The row of buttons for the parcel in the panel: center, copy a link, save.
import { Bookmark, Check, Crosshair, Link, MapPin, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { LngLat } from '../../geo/geometry.ts';
import { type Copying, useCopying } from '../copy-text.ts';
import { linkToSelected, mapsLink } from './copy-link.ts';

type ParcelActionsProps = {
  /** Null where it is not known: then there is nothing to center on, and no place to link to. */
  centroid: LngLat | null;
  /** Unknown: not before the list of saved parcels has come. */
  saved: 'unknown' | 'saved' | 'not saved';
  isSaving: boolean;
  onCenter: (centroid: LngLat) => void;
  onSave: () => void;
};

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const announcements = { idle: '', copied: 'Link copied', failed: 'The link could not be copied' };

export function ParcelActions({ centroid, saved, isSaving, onCenter, onSave }: ParcelActionsProps) {
  const here = useCopying();
  const maps = useCopying();
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
      <CopyAction name="Copy link to this parcel" label="Copy link" copying={here} link={linkToSelected}>
        <Link {...icon} />
      </CopyAction>
      <CopyAction
        name="Copy maps link"
        label="Copy maps link"
        copying={maps}
        link={centroid ? () => mapsLink(centroid) : undefined}
      >
        <MapPin {...icon} />
      </CopyAction>
      <Action
        name="Save parcel"
        label="Save parcel"
        disabled={saved !== 'not saved' || isSaving}
        title={saved === 'unknown' ? 'Your saved parcels have not been loaded yet' : undefined}
        aria-busy={isSaving}
        onClick={onSave}
      >
        <Bookmark {...icon} />
      </Action>
      <span role="status" className="sr-only">
        {announcements[here.shown] || announcements[maps.shown]}
      </span>
    </div>
  );
}

type CopyActionProps = {
  name: string;
  label: string;
  copying: Copying;
  /** Undefined: there is none. */
  link: (() => string) | undefined;
  children: ReactNode;
};

function CopyAction({ name, label, copying: { shown, copy }, link, children }: CopyActionProps) {
  const looks = {
    idle: { text: label, picture: children },
    copied: { text: 'Link copied', picture: <Check {...icon} /> },
    failed: { text: 'Not copied', picture: <X {...icon} /> },
  };
  const { text, picture } = looks[shown];
  return (
    <Action name={name} label={text} data-copy={shown} disabled={!link} onClick={() => link && copy(link())}>
      {picture}
    </Action>
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
