import type { BreachPerson } from '~/domain/clinic/breach-schemas';
import { SubmitRow } from '~/ui/forms/buttons';
import { Folded } from '~/ui/layout/folded';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

type PeopleProps = {
  number: number;
  hasActor: boolean;
  people: BreachPerson[];
  total: number;
  gone: number;
  unnamed: number;
};

/** The people whose data was seen: how many, the first hundred, and the file with all of them. */
export function BreachPeople({ number, hasActor, people, total, gone, unnamed }: PeopleProps) {
  const { t } = useWords();
  return (
    <section className="sheet grid gap-4" aria-labelledby="people">
      <h2 id="people">{t('breach.peopleTitle')}</h2>
      {!hasActor && <p className="text-muted">{t('breach.noActor')}</p>}
      {hasActor && (
        <>
          <p className="font-label">{t('breach.total', { count: total })}</p>
          {gone > 0 && <p>{t('breach.gone', { count: gone })}</p>}
          {unnamed > 0 && <p>{t('breach.unnamed', { count: unnamed })}</p>}
          {total > 0 && (
            <PostForm operation="breach.exportPeople" action={paths.breachPeople} reloadDocument>
              <input type="hidden" name="number" value={number} />
              <SubmitRow icon="file" action={paths.breachPeople}>
                {t('breach.save')}
              </SubmitRow>
            </PostForm>
          )}
          {total > people.length && (
            <p className="text-muted">{t('breach.first', { count: people.length })}</p>
          )}
          <ul>
            {people.map((person) => (
              <Person key={person.userId} {...person} />
            ))}
          </ul>
        </>
      )}
      <Folded title={t('breach.limitsTitle')} isOpen={hasActor}>
        <ul className="grid list-disc gap-2 ps-6">
          <li>{t('breach.limitOwner')}</li>
          <li>{t('breach.limitScreen')}</li>
          <li>{t('breach.limitBackup')}</li>
          <li>{t('breach.limitLists')}</li>
          <li>{t('breach.limitLog')}</li>
          <li>{t('breach.limitHour')}</li>
        </ul>
      </Folded>
    </section>
  );
}

function Person({ name, clinicNumber, email, phone, views, firstAt, lastAt }: BreachPerson) {
  const { t, moment } = useWords();
  return (
    <li className="grid gap-x-4 border-line border-t py-3 sm:grid-cols-2 [overflow-wrap:anywhere]">
      <div>
        <p className="font-label">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-4 text-small">
          {clinicNumber && (
            <bdi dir="ltr" className="font-figures">
              {clinicNumber}
            </bdi>
          )}
          {email && <bdi>{email}</bdi>}
          {phone && (
            <a href={`tel:${phone}`} className="font-figures" dir="ltr">
              {phone}
            </a>
          )}
        </p>
      </div>
      <p className="text-small text-muted">
        {t('breach.views', { count: views })}
        <br />
        <bdi>{moment(firstAt)}</bdi>
        {firstAt !== lastAt && (
          <>
            {' – '}
            <bdi>{moment(lastAt)}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
