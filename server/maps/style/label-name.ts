// What a label says: the English name where the map has one, else the name that people on the spot use.
import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';

export const LABEL_NAME: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']];
