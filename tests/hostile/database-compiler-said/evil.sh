#!/bin/sh
touch '@HERE@/PWNED'
exit 0
