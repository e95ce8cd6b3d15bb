import { TextField } from '~/ui/fields/text-field';
import { ActionButton } from '~/ui/forms/action-button';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { useOwnWords } from './own-words';
import { Part } from './part';

type SetUpProps = { secret: string; link: string; picture: string; confirm: PartFormProps };

/** What the authenticator app needs, and the code that shows that it has it. */
export function SetUp({ secret, link, picture, confirm }: SetUpProps) {
  const { t } = useWords();
  const say = useOwnWords();
  return (
    <>
      <Part title={say('scanTitle')} lead={say('scan')}>
        <img src={picture} alt={say('picture')} className="w-56 max-w-full border border-line" />
        <p className="mt-4">
          <a href={link} className="button plain small">
            <Icon name="phone" />
            {say('openApp')}
          </a>
        </p>
        <p className="mt-4">{say('type')}</p>
        <p className="mt-1 select-all font-figures font-semibold">{secret}</p>
      </Part>
      <Part title={say('confirmTitle')}>
        <OperationForm {...confirm}>
          <TextField
            name="otp"
            label={t('secondStep.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
          />
          <SubmitRow icon="check" action={confirm.action}>
            {say('confirm')}
          </SubmitRow>
        </OperationForm>
        <ActionButton
          operation="secondFactor.cancel"
          action={paths.secondFactorOf('cancel')}
          formClass="mt-5"
          icon="close"
          variant="plain small"
        >
          {say('cancel')}
        </ActionButton>
      </Part>
    </>
  );
}
