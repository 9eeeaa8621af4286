// The values of a field, and the fields themselves, asked for once for each state of the parcels.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMapStore } from '../map-store.ts';
import { fetchFields, fetchValues } from './find-calls.ts';

export const valuesQuery = (version: string | undefined, field: string) =>
  queryOptions({
    queryKey: ['field-values', version, field],
    queryFn: ({ signal }) => fetchValues(field, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useFieldValues(field: string) {
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  return useQuery(valuesQuery(version, field));
}

export function useFields() {
  const version = useMapStore(({ parcelVersion }) => parcelVersion);
  return useQuery({
    queryKey: ['parcel-fields', version],
    queryFn: ({ signal }) => fetchFields(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
