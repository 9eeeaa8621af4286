// The page on paper: a heading, the map as the screen shows it, the open details below or beside it, and the credits.
import './print-sheet.css';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type CSSProperties, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LngLat } from '../../geo/geometry.ts';
import { useProjected } from '../coordinates.ts';
import { creditsOf } from '../map-credits.ts';
import { useMapStore } from '../map-store.ts';
import { Masthead } from '../ui/masthead.tsx';
import { type MapPicture, takeMapPicture } from './map-picture.ts';
import { onPrint } from './on-print.ts';

type PrintSheetProps = {
  map: MapLibreMap | undefined;
  productName: string;
  parcelSource: string | undefined;
};

type Sheet = { date: string; link: string; picture: MapPicture | undefined; credits: string };

/** Hidden on the screen. The details are the panel's own, which the style sheet moves onto the page. */
export function PrintSheet({ map, productName, parcelSource }: PrintSheetProps) {
  const [sheet, setSheet] = useState<Sheet>();
  const projected = useProjected();
  const centerInWords = projected ?? inDegrees;
  useEffect(
    () =>
      onPrint({
        // flushSync: the browser prints as soon as the listeners have returned.
        before: () => flushSync(() => setSheet(prepareSheet(map))),
        after: () => setSheet(undefined),
      }),
    [map],
  );
  return (
    <div className="print-sheet">
      {sheet && (
        <>
          <header className="print-head">
            <Masthead isHeading name={productName} source={parcelSource} />
            <p>
              {sheet.date}
              {sheet.picture && <span>Center {centerInWords(sheet.picture.center)}</span>}
              <span>{sheet.link}</span>
            </p>
          </header>
          {sheet.picture && <PrintedMap picture={sheet.picture} />}
          {sheet.credits && <p className="print-credits">{sheet.credits}</p>}
        </>
      )}
    </div>
  );
}

function PrintedMap({ picture: { canvas, ratio, scale, markers } }: { picture: MapPicture }) {
  return (
    <div className="print-map" style={{ '--ratio': ratio } as CSSProperties}>
      <figure>
        <div ref={(element) => element?.replaceChildren(canvas)} />
        {markers.map(({ element, x, y }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            key={index}
            className="print-marker"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            ref={(place) => place?.replaceChildren(element)}
          />
        ))}
        <figcaption style={{ width: `${scale.share * 100}%` }}>{scale.label}</figcaption>
      </figure>
    </div>
  );
}

const CENTER_DECIMALS = 5;

const inDegrees = ({ lat, lng }: LngLat) =>
  `${lat.toFixed(CENTER_DECIMALS)}, ${lng.toFixed(CENTER_DECIMALS)}`;

function prepareSheet(map: MapLibreMap | undefined): Sheet {
  const { host, pathname, search, hash } = location;
  return {
    date: new Date().toLocaleDateString('en-US', { dateStyle: 'long' }),
    link: host + pathname + search + hash,
    picture: map && takeMapPicture(map, selectedPlace()),
    credits: map ? creditsOf(map.getContainer()) : '',
  };
}

function selectedPlace(): LngLat | undefined {
  const { selection } = useMapStore.getState();
  return (selection.status === 'loaded' && selection.parcel.centroid) || undefined;
}
