// Roving focus in the table of a set: Tab reaches one row, the arrow keys go on from there.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

export function useActiveRow(count: number) {
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, Math.max(count - 1, 0));
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    const button = bodyRef.current?.querySelector<HTMLElement>(`[data-index="${active}"] .set-row-open`);
    if (!button) return;
    isMoving.current = false;
    button.focus({ preventScroll: true });
  });
  const bodyProps = (scrollTo: (index: number) => void) => ({
    ref: bodyRef,
    onKeyDown: (event: KeyboardEvent) => {
      const target = rowAfterKey(event.key, active, count);
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      isMoving.current = true;
      setActive(target);
      scrollTo(target);
    },
  });
  return { active, bodyProps, moveTo: setActive };
}

const KEY_PAGE_ROWS = 10;

function rowAfterKey(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + KEY_PAGE_ROWS,
    PageUp: active - KEY_PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1);
}
