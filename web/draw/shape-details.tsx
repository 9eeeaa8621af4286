// The selected shapes in the draw box: the name of a single one, to be changed here, and how large they are.
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { DRAWING_NAME_MAX } from '../../contract/limits.ts';
import type { DrawSession } from './draw-session.ts';
import type { Drawing } from './drawing.ts';
import { nameOf } from './drawing-name.ts';
import { sizeLines } from './drawing-size.ts';
import { useDrawings } from './drawings-store.ts';

type ShapeDetailsProps = { shapes: readonly Drawing[]; session: DrawSession };

export function ShapeDetails({ shapes, session }: ShapeDetailsProps) {
  const [headline, ...details] = useMemo(() => sizeLines(shapes), [shapes]);
  const [shape, ...others] = shapes;
  return (
    <div className="shape-details">
      {shape && others.length === 0 && <NameField key={shape.id} shape={shape} session={session} />}
      <div className="shape-size">
        <p className="shape-headline">{headline}</p>
        {details.length > 0 && <p>{details.join(' · ')}</p>}
      </div>
      <SizeAnnouncement shapes={shapes} />
    </div>
  );
}

/** Announces the size as it was last recorded, not every number while a corner is dragged. */
function SizeAnnouncement({ shapes }: { shapes: readonly Drawing[] }) {
  const recorded = useDrawings(({ history }) => history.present);
  const ids = shapes.map(({ id }) => id).join(' ');
  const text = useMemo(() => {
    const wanted = new Set(ids.split(' '));
    return sizeLines(recorded.filter(({ id }) => wanted.has(id))).join(', ');
  }, [recorded, ids]);
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
  const typed = useRef(name);
  const keep = useEffectEvent(() => session.rename(shape.id, typed.current));
  // A layout effect: it ends before the session does. On a touch screen the next shape may be selected, or the tools
  // closed, while the field still has the focus.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  // An undo changes the name, too.
  useEffect(() => {
    typed.current = name;
    if (field.current) field.current.value = name;
  }, [name]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Keeps other listeners from handling the same key.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') typed.current = name;
    event.currentTarget.value = typed.current;
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
      onBlur={() => session.rename(shape.id, typed.current)}
      onKeyDown={onKeyDown}
      className="text-input shape-name"
    />
  );
}
