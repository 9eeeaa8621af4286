// The figures of the parcel's shape in the panel: perimeter, area beside the tax acres, a switch for the lengths on the map,
// and on demand the bearings of its sides and the coordinates of its corners.
import { useEffect, useMemo } from 'react';
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
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

/** Lots below this are also given in the small unit, as people think of them. */
const SMALL_LOT_ACRES = 2;

/** Of the parcel that is shown. Undefined until its geometry has arrived. */
export function useFigures(): ParcelFigures | undefined {
  const geometry = useMapStore(({ selection }) =>
    selection.status === 'loaded' ? selection.geometry : null,
  );
  return useMemo(() => (geometry ? figuresOf(geometry) : undefined), [geometry]);
}

export const isUnitOfLot = ({ lot, pin }: FetchedParcel) => lot !== null && lot !== pin;

/** '2.48 acres', '0.13 acres (5,663 sq ft)', '120 sq ft'. */
export function areaInWords(squareMeters: number, sizes: Sizes): string {
  const [area, inSmallUnit] = areaInBoth(squareMeters, sizes);
  const isSmall = squareMeters < SMALL_LOT_ACRES * SQUARE_METERS_PER_ACRE;
  return isSmall && inSmallUnit ? `${area} (${inSmallUnit})` : area!;
}

type ShapeProps = { parcel: FetchedParcel; figures: ParcelFigures };

export function ParcelShape({ parcel, figures }: ShapeProps) {
  const isOfLot = isUnitOfLot(parcel);
  const sizes = useSizes();
  useSideLabels(figures, sizes);
  const showsLengths = useKeptSwitch('side-lengths');
  const { squareMeters, perimeterMeters } = figures;
  // The tax acres of a unit are its share of the lot.
  const difference = isOfLot ? undefined : acresDifference(squareMeters, parcel.taxacres);
  return (
    <section className="fact-group">
      <h3>{isOfLot ? 'Shape of the lot' : 'Shape'}</h3>
      <dl className="parcel-facts">
        <div>
          <dt>Perimeter</dt> <dd>{sizes.side(perimeterMeters)}</dd>
        </div>
        <div>
          <dt>Area</dt>{' '}
          <dd>
            {areaInWords(squareMeters, sizes)}
            {difference && <span className="fact-instead">{sizes.label(difference)}</span>}
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
  );
}

/** Not rendered while closed: a shoreline has hundreds of sides. */
export function SidesAndCorners({ parcel, figures: { rings } }: ShapeProps) {
  const isOpen = useIsDisclosed('sides');
  return (
    <Disclosure name="sides" title="Sides and corners">
      {isOpen && (
        <div className="sides-and-corners">
          <SideTables rings={rings} />
          <CornersToCopy rings={rings} sourceTitle={parcel.origin?.title} />
        </div>
      )}
    </Disclosure>
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
