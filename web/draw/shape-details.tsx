// The selected shapes in the draw box: the name of a single one, to be changed here, and how large they are.
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { DRAWING_NAME_MAX } from '../../contract/limits.ts';
import { useProjected } from '../coordinates.ts';
import { FindParcelsIn } from '../find-parcels-in.tsx';
import { useSizes } from '../preferences.ts';
import { closedArea } from './closed-area.ts';
import type { DrawSession } from './draw-session.ts';
import type { Drawing } from './drawing.ts';
import { nameOf } from './drawing-name.ts';
import { sizeLines } from './drawing-size.ts';
import { useDrawings } from './drawings-store.ts';

type ShapeDetailsProps = { shapes: readonly Drawing[]; session: DrawSession };

export function ShapeDetails({ shapes, session }: ShapeDetailsProps) {
  const sizes = useSizes();
  const projected = useProjected();
  const [headline, ...details] = useMemo(
    () => sizeLines(shapes, sizes, projected),
    [shapes, sizes, projected],
  );
  const area = useMemo(() => closedArea(shapes), [shapes]);
  const [shape, ...others] = shapes;
  return (
    <div className="shape-details">
      {shape && others.length === 0 && <NameField key={shape.id} shape={shape} session={session} />}
      <div className="shape-size">
        <p className="shape-headline">{headline}</p>
        {details.length > 0 && <p>{details.join(' · ')}</p>}
      </div>
      {area && <FindParcelsIn area={area} name={titleOf(shapes)} />}
    </div>
  );
}

const titleOf = ([shape, ...others]: readonly Drawing[]) =>
  others.length > 0 ? 'drawn shapes' : (shape && nameOf(shape)) || 'a drawn shape';

/**
 * Announces the size as it was last recorded, not every number while a corner is dragged. Always in the DOM: screen
 * readers stay silent about a live region that comes with its text.
 */
export function SizeAnnouncement({ shapes }: { shapes: readonly Drawing[] }) {
  const recorded = useDrawings(({ history }) => history.present);
  const sizes = useSizes();
  const projected = useProjected();
  const ids = shapes.map(({ id }) => id).join(' ');
  const text = useMemo(() => {
    const wanted = new Set(ids.split(' '));
    const shown = recorded.filter(({ id }) => wanted.has(id));
    return sizeLines(shown, sizes, projected).join(', ');
  }, [recorded, ids, sizes, projected]);
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

/** The name is kept when the field is left, by Enter too, or when another shape is selected. Escape leaves it as it was. */
function NameField({ shape, session }: { shape: Drawing; session: DrawSession }) {
  const field = useRef<HTMLInputElement>(null);
  const name = nameOf(shape);
  /** What was typed and is not kept yet. */
  const typed = useRef<string>(undefined);
  const keep = () => {
    if (typed.current !== undefined) session.rename(shape.id, typed.current);
    typed.current = undefined;
  };
  const keepLast = useEffectEvent(keep);
  // A layout effect: it ends before the session does. On a touch screen the next shape may be selected, or the tools
  // closed, while the field still has the focus.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', keepLast);
    return () => {
      window.removeEventListener('pagehide', keepLast);
      keepLast();
    };
  }, []);
  // An undo changes the name, too.
  useEffect(() => {
    typed.current = undefined;
    if (field.current) field.current.value = name;
  }, [name]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Keeps other listeners from handling the same key.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      typed.current = undefined;
      event.currentTarget.value = name;
    }
    session.focusMap();
  };
  return (
    <input
      ref={field}
      type="text"
      aria-label="Name"
      placeholder="Name"
      defaultValue={name}
      maxLength={DRAWING_NAME_MAX}
      autoComplete="off"
      enterKeyHint="done"
      onChange={({ target }) => {
        typed.current = target.value;
      }}
      onBlur={keep}
      onKeyDown={onKeyDown}
      className="text-input shape-name"
    />
  );
}
