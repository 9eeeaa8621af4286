// The icons of the styles, as SVG in pixels: route shields, arrows for one-way streets, dots for towns.

export type SpriteName = 'paper' | 'imagery';

export type Icon = {
  name: string;
  width: number;
  height: number;
  svg: string;
  /** In pixels: what may be stretched to fit a longer text, and the box for the text. */
  stretch?: { x: [number, number]; y: [number, number]; content: [number, number, number, number] };
};

const interstate =
  'M3.4 1.8Q7 3.6 11 1.8 15 3.6 18.6 1.8 22.6 9.6 17.4 15.6 14.6 18.6 11 20.2 7.4 18.6 4.6 15.6-.6 9.6 3.4 1.8Z';
const federal =
  'M2.4 4Q4.6 4.6 6.2 2.6 8.8 3.8 11 1.8 13.2 3.8 15.8 2.6 17.4 4.6 19.6 4 21.6 8.6 19.4 13 17 17.6 11 20.2 5 17.6 2.6 13 .4 8.6 2.4 4Z';

const inks: Record<SpriteName, { line: string; fill: string; arrow: string }> = {
  paper: { line: '#4a4236', fill: '#fdfbf6', arrow: '#8d826f' },
  imagery: { line: '#1b1f16', fill: '#ffffff', arrow: '#ffffff' },
};

export function iconsOf(sprite: SpriteName): Icon[] {
  const { line, fill, arrow } = inks[sprite];
  return [
    {
      name: 'shield-interstate',
      width: 22,
      height: 22,
      svg: `<path d="${interstate}" fill="#2f5f9e"/><path d="M2.6 3.2Q1.6 5 1.6 6.6H20.4Q20.4 5 19.4 3.2L18.6 1.8Q15 3.6 11 1.8 7 3.6 3.4 1.8Z" fill="#bf3f36"/><path d="${interstate}" fill="none" stroke="#fff" stroke-width="1.3"/>`,
      stretch: { x: [10, 12], y: [10, 12], content: [4, 6.5, 18, 16.5] },
    },
    {
      name: 'shield-us',
      width: 22,
      height: 22,
      svg: `<path d="${federal}" fill="#fff" stroke="#3a352c" stroke-width="1.3"/>`,
      stretch: { x: [10, 12], y: [9, 11], content: [4, 5.5, 18, 15.5] },
    },
    {
      name: 'shield-state',
      width: 20,
      height: 16,
      svg: '<rect x="1" y="1" width="18" height="14" rx="4.5" fill="#fff" stroke="#3a352c" stroke-width="1.2"/>',
      stretch: { x: [9, 11], y: [7, 9], content: [3.5, 3, 16.5, 13] },
    },
    {
      name: 'arrow',
      width: 12,
      height: 12,
      svg: `<path d="M6 1.5V10.5M3 4.5 6 1.5 9 4.5" fill="none" stroke="${arrow}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"/>`,
    },
    {
      name: 'townspot',
      width: 8,
      height: 8,
      svg: `<circle cx="4" cy="4" r="2.4" fill="${fill}" stroke="${line}" stroke-width="1.3"/>`,
    },
    {
      name: 'capital',
      width: 10,
      height: 10,
      svg: `<circle cx="5" cy="5" r="3.6" fill="${fill}" stroke="${line}" stroke-width="1.3"/><circle cx="5" cy="5" r="1.3" fill="${line}"/>`,
    },
  ];
}
