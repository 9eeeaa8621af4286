// An entry's color, with the light edge that it has on the map, so that it can be seen in both themes.

export function ColorDot({ color, className = '' }: { color: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block size-3.5 shrink-0 rounded-full border-2 border-[#fdfbf6] shadow-[0_0_0_1px_var(--hairline)] ${className}`}
      style={{ backgroundColor: color }}
    />
  );
}
