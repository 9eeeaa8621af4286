// Lists of words and phrases, written as running text.

export const words = (list: string): readonly string[] => list.trim().split(/\s+/);
export const phrases = (list: string): readonly string[] => list.trim().replace(/\s+/g, ' ').split(', ');
