import { expect, test } from 'vitest';
import { freePart } from './go-to-drawings.ts';

test('shapes go below the draw box on a high screen, beside it on a low one, and above an open panel', () => {
  const desktop = { left: 920, top: 12, right: 1378, bottom: 118 };
  expect(freePart({ width: 1440, height: 900, box: desktop, panelTop: 900 })).toEqual({
    left: 80,
    top: 134,
    right: 1362,
    bottom: 840,
  });
  expect(freePart({ width: 1440, height: 900, box: desktop, panelTop: 500 })).toMatchObject({ bottom: 484 });
  const landscapePhone = { left: 190, top: 70, right: 672, bottom: 230 };
  expect(freePart({ width: 740, height: 360, box: landscapePhone, panelTop: 360 })).toMatchObject({
    top: 80,
    right: 174,
  });
});

test('where nothing is free the whole map serves', () => {
  const box = { left: 12, top: 70, right: 300, bottom: 240 };
  expect(freePart({ width: 360, height: 280, box, panelTop: 280 })).toEqual({
    left: 0,
    top: 0,
    right: 360,
    bottom: 280,
  });
});
