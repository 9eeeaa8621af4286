// The coordinates of a parcel's corners, with a button to copy them in each format.
import { Check, Copy, X } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { StatePlaneZone } from '../../geo/state-plane-zones.ts';
import { useCopying } from '../copy-text.ts';
import { type Preferences, usePreferences } from '../preferences.ts';
import { type CornerFormat, cornerLines, utmName, zonesFor } from './corner-coordinates.ts';
import { type MeasuredRing, outlineOf } from './parcel-figures.ts';

const FEET = { ftUS: 'US survey feet', ft: 'international feet' };
const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;

type CornersProps = { rings: readonly MeasuredRing[]; sourceTitle: string | undefined };

export function CornersToCopy({ rings, sourceTitle }: CornersProps) {
  const outlines = useMemo(() => rings.map(outlineOf), [rings]);
  const [lng = 0, lat = 0] = outlines[0]?.[0] ?? [];
  const zones = useZones({ lng, lat, sourceTitle });
  const [chosen, setChosen] = useState<number>();
  const zone = zones.find(({ code }) => code === chosen) ?? zones[0];
  const points = outlines.reduce((sum, outline) => sum + outline.length, 0);
  const { coordinates } = usePreferences();
  const formats: Record<Preferences['coordinates'], ReactNode> = {
    degrees: (
      <Format name="degrees" outlines={outlines} format={DEGREES}>
        Degrees<span className="side-note">latitude, longitude</span>
      </Format>
    ),
    utm: (
      <Format name="UTM" outlines={outlines} format={UTM}>
        {utmName({ lng, lat })}
        <span className="side-note">northing, easting in meters</span>
      </Format>
    ),
    'state-plane': zone && (
      <StatePlane outlines={outlines} zone={zone}>
        {zones.length === 1 ? (
          `State Plane, ${zone.name}`
        ) : (
          <label>
            State Plane{' '}
            <select
              value={zone.code}
              aria-label="State Plane zone"
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {zones.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <span className="side-note">northing, easting in {FEET[zone.unit]}</span>
      </StatePlane>
    ),
  };
  // The chosen one first.
  const kinds = ['degrees', 'utm', 'state-plane'] as const;
  const ordered = [coordinates, ...kinds.filter((kind) => kind !== coordinates)];
  return (
    <section className="corner-formats" aria-label="Corner coordinates">
      <h4>
        Corner coordinates <span className="text-ink-soft">({points.toLocaleString('en-US')})</span>
      </h4>
      {ordered.map((kind) => (
        <Fragment key={kind}>{formats[kind]}</Fragment>
      ))}
      <p className="shape-note">
        Datum: NAD83, which web maps take as equal to WGS 84; the two are 2 to 5 feet apart.
        {zones.length > 1 && ' Zones end at county lines: choose yours if it is another one.'}
      </p>
    </section>
  );
}

const DEGREES: CornerFormat = { kind: 'degrees' };
const UTM: CornerFormat = { kind: 'utm' };

type Place = { lng: number; lat: number; sourceTitle: string | undefined };

/** Empty until they are loaded, and outside of the United States. */
function useZones({ lng, lat, sourceTitle }: Place): StatePlaneZone[] {
  const [zones, setZones] = useState<StatePlaneZone[]>([]);
  useEffect(() => {
    let isCurrent = true;
    zonesFor({ lng, lat }, sourceTitle).then(
      (found) => isCurrent && setZones(found),
      // Not loaded: the other formats are still there.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [lng, lat, sourceTitle]);
  return zones;
}

type Outlines = Parameters<typeof cornerLines>[0];

function StatePlane({ zone, ...props }: { zone: StatePlaneZone; outlines: Outlines; children: ReactNode }) {
  const format = useMemo((): CornerFormat => ({ kind: 'state-plane', zone }), [zone]);
  return <Format {...props} name="State Plane" format={format} />;
}

type FormatProps = { name: string; outlines: Outlines; format: CornerFormat; children: ReactNode };

function Format({ name, outlines, format, children }: FormatProps) {
  const { shown, copy } = useCopying();
  const text = useText(outlines, format);
  const looks = {
    idle: { label: 'Copy', picture: <Copy {...icon} /> },
    copied: { label: 'Copied', picture: <Check {...icon} /> },
    failed: { label: 'Not copied', picture: <X {...icon} /> },
  };
  const announcements = { idle: '', copied: 'Corners copied', failed: 'The corners could not be copied' };
  return (
    <div className="corner-format">
      <div>{children}</div>
      <button
        type="button"
        aria-label={`Copy corners in ${name}`}
        data-copy={shown}
        disabled={text === undefined}
        onClick={() => text !== undefined && copy(text)}
        className="corner-copy"
      >
        {looks[shown].picture}
        {looks[shown].label}
      </button>
      <span role="status" className="sr-only">
        {announcements[shown]}
      </span>
    </div>
  );
}

/** Ready before the button is pressed: Safari lets a page copy only within the press itself. */
function useText(outlines: Outlines, format: CornerFormat): string | undefined {
  const [ready, setReady] = useState<{ outlines: Outlines; format: CornerFormat; text: string }>();
  useEffect(() => {
    let isCurrent = true;
    cornerLines(outlines, format).then(
      (text) => isCurrent && setReady({ outlines, format, text }),
      // The library could not be loaded: the button stays disabled.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [outlines, format]);
  return ready?.outlines === outlines && ready.format === format ? ready.text : undefined;
}
