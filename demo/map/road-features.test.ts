import { describe, expect, test } from 'vitest';
import type { Road } from '../county/county.ts';
import { roadFeatures } from './road-features.ts';

function road(part: Partial<Road>): Road {
  const line = [
    [-80.9, 35.6],
    [-80.8, 35.6],
  ] as const;
  return { id: 1, class: 'local', name: 'Oak St', ref: null, line, bridge: false, oneway: false, ...part };
}

const propertiesOf = (part: Partial<Road>) => roadFeatures([road(part)]).map(({ properties }) => properties);

describe('roads', () => {
  test('carry their name and what kind they are', () => {
    expect(propertiesOf({})).toEqual([
      { kind: 'minor_road', kind_detail: 'residential', min_zoom: 12, sort_rank: 394, name: 'Oak St' },
    ]);
  });

  test.each([
    ['I-79', { network: 'US:I', shield_text: '79' }],
    ['US 29A', { network: 'US:US', shield_text: '29A' }],
    ['NC 214', { network: 'US:NC', shield_text: '214' }],
  ])('of route %s show its shield', (ref, shield) => {
    expect(propertiesOf({ class: 'arterial', ref })[0]).toMatchObject(shield);
  });

  test('that are bridges are marked at zooms where styles draw bridges, and are plain roads before', () => {
    const features = roadFeatures([road({ class: 'arterial', bridge: true })]);
    expect(
      features.map(({ minZoom, maxZoom, properties }) => [minZoom, maxZoom, properties.is_bridge]),
    ).toEqual([
      [8, 11, undefined],
      [12, undefined, true],
    ]);
  });

  test('are drawn in order of importance, the most important on top', () => {
    const kinds = roadFeatures([
      road({ class: 'motorway' }),
      road({ class: 'trail' }),
      road({ class: 'local' }),
    ]);
    expect(kinds.map(({ properties }) => properties.kind)).toEqual(['path', 'minor_road', 'highway']);
  });

  test('ramps are links, and one-way streets say so', () => {
    expect(propertiesOf({ class: 'ramp', oneway: true, name: null })[0]).toMatchObject({
      kind: 'highway',
      is_link: true,
      oneway: 'yes',
      name: null,
    });
  });
});
