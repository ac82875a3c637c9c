import assert from 'node:assert';
import { test } from 'node:test';
import { receipt } from '../src/receipt.js';
import { total } from '../src/total.js';

const basket = [
  { name: 'bread', price: 3, quantity: 2 },
  { name: 'milk', price: 4, quantity: 1 },
];

test('a basket costs each price as often as it is bought', () => assert.equal(total(basket), 10));
test('a receipt ends with the total', () => assert.equal(receipt(basket), 'bread\nmilk\nTotal: 10'));
test('an empty basket costs nothing', () => assert.equal(total([]), 0));
