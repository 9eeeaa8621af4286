// The HTML of a message around its own paragraphs.
import { escapeHtml } from '../../../runtime/escape-html.ts';

type Parts = {
  productName: string;
  subject: string;
  /** HTML: text in it must be escaped. */
  main: string;
};

export const MAIL_SMALL = 'margin:0 0 12px;font-size:13px';

/** Colors follow the mail program's light or dark mode. */
export function mailHtml({ productName, subject, main }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0">
<div style="max-width:480px;margin:0 auto;padding:32px 20px;font:15px/1.5 'Noto Sans',system-ui,-apple-system,'Segoe UI',Arial,sans-serif">
<p style="margin:0 0 24px;font-size:13px;font-weight:600">${escapeHtml(productName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:600">${escapeHtml(subject)}</h1>
${main}
</div>
</body>
</html>
`;
}
