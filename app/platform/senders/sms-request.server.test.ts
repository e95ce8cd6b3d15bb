import { expect, test } from 'vitest';
import { buildSmsRequest } from './sms-request.server';

const sms = { id: '01k2zq5v7m8n', to: '+919876543210', text: 'Größe & "100%" = 1+1\\n', template: '3' };
const json = '{"to":["{to}"],"text":"{text}","id":"{id}","t":"{template}","fixed":"{}"}';
const form = 'user=clinic&to={to}&text={text}&id={id}&t={template}';

test('is JSON if the setting begins as JSON', () => {
  const { headers, body } = buildSmsRequest({ body: json, authorization: 'Basic YTpi' }, sms);
  expect(headers).toMatchObject({
    'Content-Type': 'application/json; charset=utf-8',
    Authorization: 'Basic YTpi',
  });
  expect(JSON.parse(body)).toEqual({ to: [sms.to], text: sms.text, id: sms.id, t: '3', fixed: '{}' });
});

test('is a form otherwise', () => {
  const { headers, body } = buildSmsRequest({ body: form }, sms);
  expect(headers['Content-Type']).toBe('application/x-www-form-urlencoded');
  expect(headers).not.toHaveProperty('Authorization');
  expect(body).toContain('to=%2B919876543210&text=Gr%C3%B6%C3%9Fe+%26+%22100%25%22+%3D+1%2B1%5Cn&id=');
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    user: 'clinic',
    to: sms.to,
    text: sms.text,
    id: sms.id,
    t: '3',
  });
});

const hostile = 'Asha\r\nX-Evil: 1\u2028","to":"+1&to=+1{id}{text}$&\u0000\u001b\u0085\ud800';

test.each([json, form])('no value adds a line, a field or a placeholder: %s', (template) => {
  const { body } = buildSmsRequest({ body: template }, { ...sms, text: hostile });
  expect(body).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|\\[nru]/u);
  const fields = template === json ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  expect(fields).toMatchObject({
    text: 'Asha X-Evil: 1 ","to":"+1&to=+1{id}{text}$& \ufffd',
    id: sms.id,
    to: template === json ? [sms.to] : sms.to,
  });
  expect(Object.keys(fields)).toHaveLength(5);
});
