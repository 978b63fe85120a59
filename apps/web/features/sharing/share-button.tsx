import { Link2, Share2 } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { sharingMessages } from '#messages/sharing';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type ShareButtonProps = {
  /** Path of the page without its query, so that a shared link contains nothing about the visitor. */
  readonly path: string;
  readonly title: string;
  /** Whether the button has no border. A button without a border is among other actions of a page. */
  readonly isBorderless?: boolean;
};

/**
 * A button that opens the share sheet of the device (Web Share API). In browsers without a share sheet, such as most
 * desktop browsers, the button copies the link.
 */
export function ShareButton({ path, title, isBorderless = false }: ShareButtonProps): ReactElement {
  // The server does not know whether the browser has a share sheet, so server and browser first render the same text.
  const [hasSheet, setHasSheet] = useState(true);
  useEffect(() => setHasSheet(typeof navigator.share === 'function'), []);
  const label = hasSheet ? sharingMessages.share : sharingMessages.copyLink;
  const shareLink = async (): Promise<void> => {
    const url = new URL(path, window.location.origin).href;
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // An `AbortError` means that the user has closed the share sheet.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      toastSuccess(sharingMessages.copied);
    } catch {
      toastError(sharingMessages.copyFailed);
    }
  };
  return (
    <Button kind={isBorderless ? 'quiet' : 'plain'} aria-label={label} onClick={() => void shareLink()}>
      <Icon of={hasSheet ? Share2 : Link2} />
      {/* Narrow windows show only the icon. */}
      <span>{label}</span>
    </Button>
  );
}
