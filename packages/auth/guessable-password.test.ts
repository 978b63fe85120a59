import { findBrokenPasswordRule } from '@carhouse/domain/account/password-rules';
import { describe, expect, it } from 'vitest';
import { refuseGuessablePassword } from './guessable-password.ts';
import { createTestIdentity, password, refusal } from './testing/test-identity.ts';

const owner = { name: 'Rosalind Tan', email: 'rosa.lindqvist@people.example' };

/**
 * Returns the error for a password that meets the rules of the specification; undefined when the password is accepted.
 */
async function readPasswordRefusal(typedPassword: string, person = owner): Promise<string | undefined> {
  expect(findBrokenPasswordRule(typedPassword), typedPassword).toBeUndefined();
  return refuseGuessablePassword(typedPassword, person).then(
    () => undefined,
    (error: { code: string; errors: { code: string }[] }) => `${error.code} ${error.errors[0]?.code}`,
  );
}

describe('an easily guessed password', () => {
  it.each([
    'PassWord!',
    'P@SSw0rd',
    'P@$$W0RD',
    'PAssword1!',
    'QWErty!',
    'QWERTY!@',
    '!QAZ2wsx',
    'ABc123!',
    'LETmein!',
    'AAAAAA!',
    'AA!AA!AA!',
    'ZXcvbn!',
  ])('is refused as a common one: %s', async (typedPassword) => {
    expect(await readPasswordRefusal(typedPassword)).toBe('PASSWORD_RULE common');
  });

  it.each([
    'CarHouse!2026',
    'C@rH0use!',
    'CARHOUSE$1',
    'ResaleHouse!1',
    'ADmin@123',
    'ROSAlind!1',
    'Lindqvist!R9',
    'R0SALIND$TAN',
    'RosalindTan!85',
  ])('is refused as personal: %s', async (typedPassword) => {
    expect(await readPasswordRefusal(typedPassword)).toBe('PASSWORD_RULE personal');
  });

  it.each([
    password,
    'Test!Password1',
    'xK!9Qz',
    '!AxB12',
    '  AB ! ',
    'Correct Horse & Battery',
    'Tan!Glass*Meadow',
    'Three!Rosalinds*In*CarHouses',
    '🚗🚗🚗AB!',
    `AB!${'xyzzy7'.repeat(20)}`,
  ])('is taken when it is none: %s', async (typedPassword) => {
    expect(await readPasswordRefusal(typedPassword)).toBeUndefined();
  });

  it('is checked quickly, whatever its characters are', async () => {
    await readPasswordRefusal(password);
    const cpuUsageBefore = process.cpuUsage();
    for (const repeatedText of ['p@$$w0rd1!A', 'Ab!$0@', '4@3!1|0$5+7AB', '@4@4@4@4AB!', 'AB!19902001'])
      await readPasswordRefusal(repeatedText.repeat(40).slice(0, 128));
    expect(process.cpuUsage(cpuUsageBefore).user / 1_000).toBeLessThan(2_000);
  });
});

it('a sign-up checks the three rules of the specification first, then ours', async () => {
  const server = await createTestIdentity();
  try {
    const readRefusalMessage = async (typedPassword: string) => {
      const body = { name: 'Rosalind', email: server.makeNewEmail(), password: typedPassword };
      const { code, message } = await refusal(server.post('/sign-up/email', body));
      return [code, message];
    };
    const refusalMessages = await Promise.all(
      ['Rosa', 'rosalind', 'ROsalind', 'ROsalind!', 'PAssword!'].map(readRefusalMessage),
    );
    expect(refusalMessages).toEqual([
      ['PASSWORD_RULE', 'password should be at least 6 characters'],
      ['PASSWORD_RULE', 'Please provide at least two uppercase'],
      ['PASSWORD_RULE', 'Please add at least one special character'],
      ['PASSWORD_RULE', expect.stringMatching(/more than a name/)],
      ['PASSWORD_RULE', expect.stringMatching(/one of the first that others would try/)],
    ]);
  } finally {
    await server.db.close();
  }
});
