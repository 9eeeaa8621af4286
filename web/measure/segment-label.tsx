// The length of the side being drawn, beside its end.
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Position } from '../../geo/geometry.ts';

const OFFSET_PX: [number, number] = [12, -12];

type SegmentLabelProps = { map: MapLibreMap; at: Position; words: string };

export function SegmentLabel({ map, at: [lng, lat], words }: SegmentLabelProps) {
  const [marker] = useState(() => {
    const element = document.createElement('div');
    element.className = 'segment-label';
    element.ariaHidden = 'true';
    return new Marker({ element, anchor: 'bottom-left', offset: OFFSET_PX });
  });
  useEffect(() => {
    marker.setLngLat([lng, lat]).addTo(map);
  }, [marker, map, lng, lat]);
  useEffect(() => () => void marker.remove(), [marker]);
  return createPortal(words, marker.getElement());
}
