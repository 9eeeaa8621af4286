// Notes as they are sent: blank ones are none.

export function notesOrNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
