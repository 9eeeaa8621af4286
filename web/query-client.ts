// The cache of what the server has answered. A call fails at once, offline too, with a message and a way to try again: it neither waits
// for a network nor repeats itself silently.
import { QueryClient } from '@tanstack/react-query';

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
