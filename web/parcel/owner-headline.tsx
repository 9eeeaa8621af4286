// The owner as the panel's headline: at most three lines, with a button for the rest.
import { useLayoutEffect, useRef, useState } from 'react';

export function OwnerHeadline({ name }: { name: string }) {
  const headline = useRef<HTMLHeadingElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const element = headline.current;
    // A whole name keeps its button: it could not be measured now, and it leads back to three lines.
    if (!element || isWhole) return;
    // A fourth line is a third more. Letters that reach a pixel below their line are not a reason for a button.
    const measure = () => setIsLong(element.scrollHeight > element.clientHeight * 1.2);
    const resizes = new ResizeObserver(measure);
    resizes.observe(element);
    return () => resizes.disconnect();
  }, [isWhole]);
  return (
    <>
      <h2
        ref={headline}
        title={isLong && !isWhole ? name : undefined}
        className={`text-lg leading-tight font-semibold wrap-anywhere ${isWhole ? '' : 'line-clamp-3'}`}
      >
        {name}
      </h2>
      {isLong && (
        <button
          type="button"
          // The text of a clamped headline is complete for screen readers, so this serves the eye alone.
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="panel-link"
        >
          {isWhole ? 'Show less' : 'Show full name'}
        </button>
      )}
    </>
  );
}
