import { testPayRace } from '../testing/pay-race.ts';

testPayRace([11]);
