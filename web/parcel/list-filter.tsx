// The field over a long list in the panel that leaves only the rows with the typed words.
type ListFilterProps = {
  /** For screen readers. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Undefined while nothing is filtered. */
  found: number | undefined;
  /** True where there was something to move to. */
  onArrowDown?: () => boolean;
};

export function ListFilter({ label, placeholder, text, onText, found, onArrowDown }: ListFilterProps) {
  return (
    <div className="list-filter">
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && onArrowDown?.()) event.preventDefault();
          // The first Escape clears the filter, the next one closes the panel.
          if (event.key !== 'Escape' || !text) return;
          event.preventDefault();
          onText('');
        }}
        className="text-input"
      />
      <p role="status" className="list-filter-count">
        {found !== undefined && `${found.toLocaleString('en-US')} found`}
      </p>
    </div>
  );
}

/** Every word of the text must occur, in any order and any case. True where there are no words. */
export function hasWords(searched: string, text: string): boolean {
  const lower = searched.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
