// zod, as the pages import it (vite.config.ts): without this setting each schema tries `new Function`, which the content security policy
// refuses and the console reports. Here, so that a first visit, which parses nothing by a schema, does without the library.
import { config } from 'zod/v4/core';

config({ jitless: true });

export * from 'zod/v4';
