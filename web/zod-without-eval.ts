// Keeps zod from trying `new Function`, which the page's content security policy refuses and the console reports.
// Schemas decide this when they are made, so this file must be imported before any of them.
import { z } from 'zod';

z.config({ jitless: true });
