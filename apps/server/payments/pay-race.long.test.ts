import { testPayRace } from '../testing/pay-race.ts';

testPayRace([22, 33]);
