// A text field for notes, with a character counter.
import { type RefObject, useId } from 'react';
import { NOTES_MAX } from '../../contract/limits.ts';

type NotesFieldProps = {
  label: string;
  value: string;
  onType: (text: string) => void;
  isReadOnly?: boolean;
  charactersMax?: number;
  fieldRef?: RefObject<HTMLTextAreaElement | null> | undefined;
};

export function NotesField({
  label,
  value,
  onType,
  isReadOnly = false,
  charactersMax = NOTES_MAX,
  fieldRef,
}: NotesFieldProps) {
  const id = useId();
  const counterId = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        ref={fieldRef}
        id={id}
        rows={3}
        value={value}
        maxLength={charactersMax}
        readOnly={isReadOnly}
        aria-describedby={counterId}
        onChange={(event) => onType(event.target.value)}
        className="text-input field-sizing-content max-h-40 min-h-20 resize-none py-2 leading-snug"
      />
      <p id={counterId} className="text-right text-xs text-ink-soft tabular-nums">
        {value.length}/{charactersMax} characters
      </p>
    </div>
  );
}
