import type { ReactNode } from 'react';
import { Icon, type IconName } from '~/ui/icon';

type NoticeProps = { icon: IconName; variant?: string; children: ReactNode };

/** A highlighted sentence. `variant`: its severity and margins. */
export function Notice({ icon, variant, children }: NoticeProps) {
  return (
    <p className={variant ? `notice ${variant}` : 'notice'}>
      <Icon name={icon} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}
