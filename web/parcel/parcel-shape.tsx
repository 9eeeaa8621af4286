// The figures of the parcel's shape in the panel: perimeter, area beside the tax acres, a switch for the lengths on the map,
// and on demand the bearings of its sides and the coordinates of its corners.
import { useEffect, useMemo } from 'react';
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { keepSwitch, useKeptSwitch } from '../kept-switches.ts';
import { areaInBoth } from '../land-size.ts';
import { useMapStore } from '../map-store.ts';
import { useSizes } from '../preferences.ts';
import type { Sizes } from '../sizes.ts';
import { CornersToCopy } from './corners-to-copy.tsx';
import { Disclosure, useIsDisclosed } from './disclosure.tsx';
import type { FetchedParcel } from './fetch-parcel.ts';
import { acresDifference, figuresOf, type ParcelFigures } from './parcel-figures.ts';
import { sideLabelsOf } from './side-labels.ts';
import { SideTables } from './side-tables.tsx';

/** Lots below this are also given in square feet, as people think of them. */
const SMALL_LOT_ACRES = 2;

/** Nothing until the geometry has arrived. */
export function ParcelShape({ parcel }: { parcel: FetchedParcel }) {
  const geometry = useMapStore(({ selection }) =>
    selection.status === 'loaded' ? selection.geometry : null,
  );
  return geometry && <Figures parcel={parcel} geometry={geometry} />;
}

function Figures({ parcel, geometry }: { parcel: FetchedParcel; geometry: AreaGeometry }) {
  const figures = useMemo(() => figuresOf(geometry), [geometry]);
  const isOfLot = parcel.lot !== null && parcel.lot !== parcel.pin;
  const sizes = useSizes();
  useSideLabels(figures, sizes);
  const showsLengths = useKeptSwitch('side-lengths');
  const { squareMeters, perimeterMeters, rings } = figures;
  const [area, inSmallUnit] = areaInBoth(squareMeters, sizes);
  // The tax acres of a unit are its share of the lot.
  const difference = isOfLot ? undefined : acresDifference(squareMeters, parcel.taxacres);
  const isSmall = squareMeters < SMALL_LOT_ACRES * SQUARE_METERS_PER_ACRE;
  return (
    <>
      <section className="parcel-shape">
        <h3>{isOfLot ? 'Shape of the lot' : 'Shape'}</h3>
        <dl>
          <div>
            <dt>Perimeter</dt> <dd>{sizes.side(perimeterMeters)}</dd>
          </div>
          <div>
            <dt>Area</dt>{' '}
            <dd>
              {area}
              {isSmall && inSmallUnit && ` (${inSmallUnit})`}
              {difference && <span className="acres-difference">{sizes.label(difference)}</span>}
            </dd>
          </div>
        </dl>
        <label className="shape-switch">
          <input
            type="checkbox"
            checked={showsLengths}
            onChange={({ target }) => keepSwitch('side-lengths', target.checked)}
          />
          <span>
            Side lengths <span className="text-ink-soft">on the map</span>
          </span>
        </label>
      </section>
      <Disclosure name="sides" title="Sides and corners">
        <OnDemand rings={rings} sourceTitle={parcel.origin?.title} />
      </Disclosure>
    </>
  );
}

type OnDemandProps = { rings: ParcelFigures['rings']; sourceTitle: string | undefined };

/** Not rendered while closed: a shoreline has hundreds of sides. */
function OnDemand({ rings, sourceTitle }: OnDemandProps) {
  if (!useIsDisclosed('sides')) return null;
  return (
    <div className="sides-and-corners">
      <SideTables rings={rings} />
      <CornersToCopy rings={rings} sourceTitle={sourceTitle} />
    </div>
  );
}

/** While the panel is open; web/map/side-length-layers.ts draws them. */
function useSideLabels(figures: ParcelFigures, sizes: Sizes): void {
  const isOn = useKeptSwitch('side-lengths');
  useEffect(() => {
    if (!isOn) return;
    useMapStore.setState({ sideLabels: sideLabelsOf(figures, sizes) });
    return () => useMapStore.setState({ sideLabels: [] });
  }, [figures, sizes, isOn]);
}
