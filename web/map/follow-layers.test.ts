import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MapLayer } from '../../contract/client-config.ts';
import { exampleLayers, layersWithout } from '../../test/example-layers.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { switchLayer } from '../layer-table.ts';
import { useMapStore } from '../map-store.ts';
import { followLayers } from './follow-layers.ts';

const state = () => useMapStore.getState();

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://platbook.example.org' });
  useMapStore.setState({ ...useMapStore.getInitialState(), layers: exampleLayers, parcelVersion: '1' });
  return () => {
    useMapStore.setState(useMapStore.getInitialState());
    vi.unstubAllGlobals();
  };
});

function follow() {
  const changeStyle = vi.fn();
  const { map, fire } = fakeMap();
  onTestFinished(followLayers(map, changeStyle));
  const load = (layers: readonly MapLayer[]) => useMapStore.setState({ layers, parcelVersion: '2' });
  return { changeStyle, load, fire };
}

describe('an import while the page is open', () => {
  test('that changes nothing of the maps leaves the style alone', () => {
    const { load, changeStyle } = follow();
    load([...exampleLayers]);
    expect(changeStyle).not.toHaveBeenCalled();
  });

  test('replaces a style that is no longer offered, and says so', () => {
    const { load, changeStyle } = follow();
    useMapStore.setState({ styleId: 'satellite-streets-v12' });
    load(layersWithout('imagery'));
    expect(changeStyle).toHaveBeenCalledExactlyOnceWith('streets-v12');
    expect(state().mapNotice).toBe(
      'Other parcels were loaded. Not available for their land: Satellite Streets. Now shown: Streets.',
    );
  });

  test('loads a style that is still offered again, for its document names the maps, and says nothing', () => {
    const { load, changeStyle } = follow();
    load([]);
    expect(changeStyle).toHaveBeenCalledExactlyOnceWith('streets-v12');
    expect(state().mapNotice).toBeUndefined();
  });

  test('takes contour lines away with the style, and brings them as they were switched', () => {
    const { load, changeStyle } = follow();
    switchLayer('layer:contours', true);
    switchLayer('owner-names', false);
    load([]);
    expect(state()).toMatchObject({
      shownLayers: { 'layer:contours': true, 'owner-names': false },
      mapNotice: 'Other parcels were loaded. Not available for their land: Contour lines.',
    });
    load(exampleLayers);
    expect(changeStyle).toHaveBeenCalledTimes(2);
    expect(state().mapNotice).toBeUndefined();
    expect(state().shownLayers).toEqual({ 'layer:contours': true, 'owner-names': false });
  });

  test('names all that is gone, and the plain map that is shown instead', () => {
    const { load } = follow();
    useMapStore.setState({ styleId: 'outdoors-v12' });
    switchLayer('layer:contours', true);
    load([]);
    expect(state().mapNotice).toBe(
      'Other parcels were loaded. Not available for their land: Outdoors, Contour lines. Now shown: Plain map.',
    );
  });
});

test('a layer that is removed without an import is no matter of other parcels', () => {
  follow();
  switchLayer('layer:contours', true);
  useMapStore.setState({ layers: layersWithout('contours') });
  expect(state().mapNotice).toBe('No longer available: Contour lines.');
});

test('[LAY-bad] an overlay is failing from a tile that failed to one that has arrived', () => {
  const { fire } = follow();
  fire('error', { sourceId: 'layer:zoning', tile: {} });
  fire('error', { sourceId: 'layer:zoning', tile: {} });
  fire('error', {});
  fire('sourcedata', { sourceId: 'layer:zoning' });
  fire('sourcedata', { sourceId: 'layer:soils', tile: { state: 'loaded' } });
  expect(state().failingOverlays).toEqual(['layer:zoning']);
  fire('sourcedata', { sourceId: 'layer:zoning', tile: { state: 'loaded' } });
  expect(state().failingOverlays).toEqual([]);
});
