// The library's modes with snapping: each event's place is replaced before the mode sees it.
import type { LngLat } from '../../geo/geometry.ts';
import type { SnapMark } from '../snap-mark.ts';
import { type Snap, snapAt } from '../snap-to-parcels.ts';
import type {
  DrawLibraryClass,
  LibraryMode,
  ModeEvent,
  ModeHandler,
  ModeState,
  ModeTools,
} from './draw-library.ts';

type Modes = DrawLibraryClass['modes'];

/** The mark is undefined until the library is on the map. */
export function snappingModes(modes: Modes, markOf: () => SnapMark | undefined): Modes {
  const placing = (mode: LibraryMode): LibraryMode => ({
    ...mode,
    onMouseMove(state, event) {
      const snap = snapFor(this, event, drawnId(state));
      markOf()?.show(snap);
      // Without a handler of the library's own nothing is to be drawn anew.
      return mode.onMouseMove ? mode.onMouseMove.call(this, state, movedTo(event, snap)) : true;
    },
    onClick: placedBy(mode.onClick!),
    onTap: placedBy(mode.onTap!),
    onMouseOut(state, event) {
      markOf()?.show(undefined);
      return mode.onMouseOut?.call(this, state, event);
    },
    onStop(state) {
      markOf()?.show(undefined);
      mode.onStop!.call(this, state);
    },
  });
  const placedBy = (place: ModeHandler): ModeHandler =>
    function (state, event) {
      const snap = snapFor(this, event, drawnId(state));
      markOf()?.place(snap);
      // The library finds the first corner within 2 pixels, a snapped click may be farther from it.
      if (snap && closesPolygon(state, snap)) {
        return this.changeMode('simple_select', { featureIds: [state.polygon!.id] });
      }
      return place.call(this, state, movedTo(event, snap));
    };

  /** At the end of a drag. */
  const released = (handle: ModeHandler): ModeHandler =>
    function (state, event) {
      markOf()?.show(undefined);
      return handle.call(this, state, event);
    };

  const { direct_select: vertices } = modes;
  return {
    ...modes,
    draw_point: placing(modes.draw_point),
    draw_line_string: placing(modes.draw_line_string),
    draw_polygon: placing(modes.draw_polygon),
    direct_select: {
      ...vertices,
      onDrag(state, event) {
        const [path, ...others] = state.selectedCoordPaths ?? [];
        const isOne = state.canDragMove && path !== undefined && others.length === 0;
        const snap = isOne ? snapFor(this, event, state.featureId) : undefined;
        if (state.canDragMove) markOf()?.show(snap);
        // The library moves by the way since the last event: from the vertex itself, that ends where it snaps to.
        if (snap) state.dragMoveLocation = lngLatOf(state.feature!.getCoordinate(path!));
        return vertices.onDrag!.call(this, state, movedTo(event, snap));
      },
      onMouseUp: released(vertices.onMouseUp!),
      onTouchEnd: released(vertices.onTouchEnd!),
      onStop(state) {
        markOf()?.show(undefined);
        vertices.onStop!.call(this, state);
      },
    },
  };
}

function snapFor({ map }: ModeTools, { point, originalEvent }: ModeEvent, ignored: string | undefined) {
  return snapAt({ map, point, originalEvent }, ignored);
}

const drawnId = ({ polygon, line, point }: ModeState) => (polygon ?? line ?? point)?.id;

function closesPolygon({ polygon, currentVertexPosition = 0 }: ModeState, { at }: Snap): boolean {
  const [lng, lat] = polygon?.coordinates[0]?.[0] ?? [];
  return currentVertexPosition >= 3 && lng === at[0] && lat === at[1];
}

/** Everything else stays that of the event. */
function movedTo(event: ModeEvent, snap: Snap | undefined): ModeEvent {
  return snap ? Object.create(event, { lngLat: { value: lngLatOf(snap.at) } }) : event;
}

const lngLatOf = ([lng, lat]: readonly [number, number]): LngLat => ({ lng, lat });
